export { CollectorClient } from "./collector.js";
export type { Clock, CollectorOptions, SendStatus } from "./collector.js";
export { SourdineError } from "./errors.js";
export type { FailureCode, Problem } from "./errors.js";
export { IndexedDbQueueStore, MemoryQueueStore } from "./queue.js";
export type { Batch, QueueCounts, QueueRecord, QueueStore, Records } from "./queue.js";
export { IndexedDbSecretStore, MemorySecretStore } from "./secret.js";
export type { SecretStore } from "./secret.js";
export { parseParameters } from "./parameters.js";
export type { CollectionParameters } from "./parameters.js";
export { periodLabel } from "./period.js";
export type { Period } from "./period.js";

// The randomisers by themselves, for applications with a transport of their own.
export { GivenWords, SystemChance, WordChance } from "./chance.js";
export type { Chance } from "./chance.js";
export { LocalHash } from "./local_hash.js";
export { MemoClient, secretBytes } from "./memo.js";
export { LongUnary, completedSpec, makeOracle } from "./oracle.js";
export type { Oracle } from "./oracle.js";
export { canonicalSpec, canonicalText, fingerprintOf, parseWritten, specFrom, writtenDouble } from "./spec.js";
export type { OracleSpec } from "./spec.js";
export { BitFlip, ChainedFlip, Keep, Threshold } from "./threshold.js";
