//! Compiled partitions, the executor, steps, resources and the rendezvous.
