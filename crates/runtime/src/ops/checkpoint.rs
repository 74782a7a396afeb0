//! `SaveV2`, `RestoreV2`, `MergeV2Checkpoints`: variables to and from files. They may wait for a disk.
