"""Event files of both kinds before TensorBoard's own readers, and TensorFlow's.

Usage: events.py OURS THEIRS. Writes THEIRS with TensorFlow, as `tests/interop/events.rs` wrote OURS, and a run of TensorFlow 2
to THEIRS/v2; reports what the readers find in OURS and THEIRS.
"""

import json
import os
import sys

import numpy as np
import tensorflow as tf2
from tensorboard.backend.event_processing import event_accumulator, event_file_loader, plugin_event_accumulator
from tensorboard.util import tensor_util

tf = tf2.compat.v1
OURS, THEIRS = sys.argv[1:]


def write(directory):
    with tf.Graph().as_default() as graph:
        x = tf.constant(0.5)
        images = tf.constant((np.arange(36) / 36).reshape(3, 3, 4, 1).astype(np.float32))
        sounds = tf.constant((np.arange(16) / 16).reshape(1, 16).astype(np.float32))
        words = tf.constant("# words")
        tf.summary.scalar("loss", x)
        with tf.name_scope("tower"):
            tf.summary.scalar("loss", x)
            tf.summary.scalar("a name (odd)", x)
        tf.summary.histogram("weights", images)
        tf.summary.image("digits", images, max_outputs=2)
        tf.summary.audio("beep", sounds, 8000, max_outputs=1)
        tf.summary.text("words", words)
        merged = tf.summary.merge_all()
        with tf.Session() as sess, tf.summary.FileWriter(directory) as writer:
            writer.add_graph(graph)
            writer.add_meta_graph(tf.train.export_meta_graph())
            writer.add_session_log(tf.SessionLog(status=tf.SessionLog.START), 0)
            for step in range(1, 4):
                metadata = tf.RunMetadata()
                options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
                writer.add_summary(sess.run(merged, options=options, run_metadata=metadata), step)
                writer.add_run_metadata(metadata, "step %d" % step, step)
            writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="rate", simple_value=100)]), 3)
            note = tf.make_tensor_proto("saved", tf.string)
            plugin = tf.SummaryMetadata(plugin_data=tf.SummaryMetadata.PluginData(plugin_name="text"))
            writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="note", tensor=note, metadata=plugin)]), 3)
            saved = tf.SessionLog(status=tf.SessionLog.CHECKPOINT, checkpoint_path="run/model-3")
            writer.add_session_log(saved, 3)
            writer.add_session_log(tf.SessionLog(status=tf.SessionLog.STOP), 3)


def write_v2(directory):
    with tf2.summary.create_file_writer(directory).as_default():
        for step in range(3):
            tf2.summary.scalar("loss", 1.0 / (1 + step), step=step)
            tf2.summary.text("words", "no scalar", step=step)


def found_in(directory):
    """What each reader makes of a directory."""
    everything = {kind: 0 for kind in event_accumulator.DEFAULT_SIZE_GUIDANCE}
    # The older accumulator keeps the kinds apart.
    old = event_accumulator.EventAccumulator(directory, size_guidance=everything).Reload()
    yield "tags", {kind: sorted(tags) if isinstance(tags, list) else tags for kind, tags in old.Tags().items()}
    for tag in old.Tags()["scalars"]:
        yield "scalar " + tag, [[event.step, event.value] for event in old.Scalars(tag)]
    histogram = old.Histograms("weights")[0].histogram_value
    yield "histogram", list(map(list, [histogram.bucket_limit, histogram.bucket]))
    yield "histogram sums", [histogram.min, histogram.max, histogram.num, histogram.sum, histogram.sum_squares]
    image = old.Images("digits/image/1")[0]
    yield "image", [image.step, image.height, image.width, tf2.io.decode_png(image.encoded_image_string).numpy().tolist()]
    sound = old.Audio("beep/audio")[0]
    yield "sound", [sound.step, sound.sample_rate, sound.length_frames, sound.content_type, sound.encoded_audio_string.hex()]
    # `x` and `x:0` are the same input.
    inputs = lambda node: [name.removesuffix(":0") for name in node.input]
    yield "graph", sorted((node.name, node.op, inputs(node)) for node in old.Graph().node)
    yield "meta graph", sorted(node.name for node in old.MetaGraph().graph_def.node)
    stats = old.RunMetadata("step 2").step_stats.dev_stats
    yield "traced", any(node.node_name.startswith("Merge/MergeSummary") for device in stats for node in device.node_stats)

    # The newer one is what TensorBoard serves: all values are tensors of plugins.
    new = plugin_event_accumulator.EventAccumulator(directory, size_guidance={"tensors": 0}).Reload()
    for plugin in ["scalars", "histograms", "images", "audio", "text"]:
        yield "plugin " + plugin, sorted(new.PluginTagToContent(plugin))
    for tag in ["words", "note"]:
        text = tensor_util.make_ndarray(new.Tensors(tag)[0].tensor_proto)
        yield "text " + tag, [list(text.shape), text.ravel()[0].decode()]

    # Event by event, with checksums verified.
    (name,) = [name for name in os.listdir(directory) if "tfevents" in name]
    path = os.path.join(directory, name)
    kinds = [[event.WhichOneof("what"), event.step] for event in tf.train.summary_iterator(path)]
    yield "events", kinds
    loaded = list(event_file_loader.EventFileLoader(path).Load())
    yield "loaded", [[event.WhichOneof("what"), event.step] for event in loaded]
    yield "version", loaded[0].file_version
    logs = [event.session_log for event in loaded if event.HasField("session_log")]
    yield "session log", [[log.status, log.checkpoint_path] for log in logs]


write(THEIRS)
write_v2(os.path.join(THEIRS, "v2"))
for whose, directory in [("ours", OURS), ("theirs", THEIRS)]:
    for name, value in found_in(directory):
        print("@%s/%s %s" % (whose, name.replace(" ", "_"), json.dumps(value)))
