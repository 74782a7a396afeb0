# The client of a public tutorial on distributed TensorFlow, as its author wrote it but for the
# import, the address, and the switch below: eager execution, which has no sessions, must be off.
# `disable_v2_behavior` gives the reference variables of the author's day, the other resource
# variables.
import sys
import tensorflow.compat.v1 as tf
{"ref": tf.disable_v2_behavior, "resource": tf.disable_eager_execution}[sys.argv[2]]()

if __name__ == "__main__":
    with tf.device("/job:ps/task:0"):
        x = tf.Variable(tf.ones([2, 2]))
        y = tf.Variable(tf.ones([2, 2]))

    with tf.device("/job:worker/task:0"):
        z = tf.matmul(x, y) + x

    with tf.device("/job:worker/task:1"):
        z = tf.matmul(z, x) + x

    with tf.Session(sys.argv[1]) as sess:
        sess.run(tf.global_variables_initializer())
        val = sess.run(z)
        print(val)
