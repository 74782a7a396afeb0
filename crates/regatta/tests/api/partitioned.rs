//! Variables in parts: their first values, reading, looking up rows, and training.

use regatta::{
    DType, Grad, Graph, Initializer, Optimizer, PartitionStrategy, Partitioner, Result, Tensor, VariableOptions,
};

use crate::{assert_close, floats, matrix, started, value};

/// `0, 1, 2, ..` in five rows of two.
fn numbers() -> Result<Tensor> {
    matrix(5, 2, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0])
}

#[test]
fn first_values_are_pieces_of_the_wholes() -> Result<()> {
    for axis in [0, 1] {
        let mut g = Graph::new();
        let given = g.constant(numbers()?)?;
        for (name, initializer) in
            [("given", Initializer::value(numbers()?)), ("computed", Initializer::computed(&given))]
        {
            let table = g.partitioned_variable(name, &[5, 2], Partitioner::fixed_size(2, axis), initializer)?;
            assert_eq!(table.parts().len(), 2);
            let whole = table.read(&mut g)?;
            assert_eq!(whole.shape().to_string(), "[5,2]");
            assert_close(&value(&mut g, &whole)?, numbers()?.values::<f32>()?);
        }
    }
    let mut g = Graph::new();
    let words =
        Tensor::strings(regatta::Shape::vector(3), ["a", "b", "c"].map(|word| word.as_bytes().to_vec()).to_vec())?;
    let options = VariableOptions::not_trainable(DType::String);
    let cut = Partitioner::fixed_size(2, 0);
    let table = g.partitioned_variable_with("words", &[3], cut, Initializer::value(words.clone()), options)?;
    let whole = table.read(&mut g)?;
    let session = started(&mut g)?;
    assert_eq!(session.step(&mut g).fetch(&whole).run()?[0].as_strings()?, words.as_strings()?);
    Ok(())
}

/// Each part draws numbers of its own, as spread as those of the whole.
#[test]
fn random_parts_differ() -> Result<()> {
    let mut g = Graph::new();
    g.set_random_seed(3);
    let cut = Partitioner::fixed_size(4, 0);
    let table = g.partitioned_variable("w", &[400, 50], cut, Initializer::glorot_uniform())?;
    let whole = table.read(&mut g)?;
    let values = value(&mut g, &whole)?;
    let limit = (6.0f32 / 450.0).sqrt();
    assert!(values.iter().all(|x| x.abs() <= limit) && values.iter().any(|x| x.abs() > 0.95 * limit));
    let (first, second) = (&values[..5000], &values[5000..10000]);
    assert_ne!(first, second);
    Ok(())
}

#[test]
fn rows_are_found_in_their_parts() -> Result<()> {
    let mut g = Graph::new();
    let table = g.partitioned_variable("t", &[5, 2], Partitioner::fixed_size(3, 0), Initializer::value(numbers()?))?;
    let ids = g.constant(Tensor::new(regatta::Shape::new(&[2, 3])?, vec![4i64, 0, 2, 3, 1, 4])?)?;
    let rows = table.gather(&mut g, &ids)?;
    let expected = [8.0, 9.0, 0.0, 1.0, 4.0, 5.0, 6.0, 7.0, 2.0, 3.0, 8.0, 9.0];
    assert_close(&value(&mut g, &rows)?, &expected);

    // Round the parts, which are rows 0-1, 2-3 and 4: id 1 is the first row of the second part, id 3 the second of the first.
    let ids = g.constant(Tensor::vector(vec![1i32, 3]))?;
    let rows = table.embedding_lookup(&mut g, &ids, PartitionStrategy::Mod)?;
    assert_close(&value(&mut g, &rows)?, &[4.0, 5.0, 2.0, 3.0]);

    let columns = g.partitioned_variable("c", &[5, 2], Partitioner::fixed_size(2, 1), Initializer::zeros())?;
    assert!(columns.gather(&mut g, &ids).unwrap_err().message.contains("axis 1"));
    Ok(())
}

#[test]
fn parts_are_trained() -> Result<()> {
    let mut g = Graph::new();
    let table = g.partitioned_variable("t", &[5, 2], Partitioner::fixed_size(2, 0), Initializer::value(numbers()?))?;
    let ids = g.constant(Tensor::vector(vec![4i64, 0]))?;
    let rows = table.gather(&mut g, &ids)?;
    let loss = g.reduce_sum(&rows, &[])?;
    let grads = g.gradients_by(std::slice::from_ref(&loss), table.parts())?;
    assert!(grads.iter().all(|grad| matches!(grad, Some(Grad::Slices(_)))), "rows have rows for gradients");
    let train = Optimizer::momentum(1.0, 0.9).minimize(&mut g, &loss, None)?;
    let whole = table.read(&mut g)?;
    let slot = g.find_variable("t/part_1/Momentum").expect("each part has a slot").clone();
    assert_eq!(slot.part_of().map(|part| part.name.as_str()), Some("t/Momentum"));
    let session = started(&mut g)?;
    session.step(&mut g).op(&train).run()?;
    let after = floats(&session.step(&mut g).fetch(&whole).run()?[0])?;
    assert_close(&after, &[-1.0, 0.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 7.0, 8.0]);
    Ok(())
}

#[test]
fn parts_are_shared_like_other_variables() -> Result<()> {
    let mut g = Graph::new();
    let make = |g: &mut Graph| g.partitioned_variable("t", &[5, 2], Partitioner::fixed_size(2, 0), Initializer::ones());
    let first = g.variable_scope("model", make)?;
    assert_eq!((first.name(), first.parts()[1].name()), ("model/t", "model/t/part_1"));
    assert!(g.variable_scope("model", make).is_err());
    let again = g.reuse_variables("model", make)?;
    assert_eq!(again.parts()[1].handle().name(), first.parts()[1].handle().name());
    Ok(())
}
