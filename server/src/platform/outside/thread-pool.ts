import { availableParallelism } from 'node:os';

/**
 * Password hashing, pictures, file access and name lookups share libuv's thread pool. Pictures get one thread, and
 * hashing never takes the last two, so neither can starve the other.
 */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4;

export const PICTURES_AT_ONCE = 1;

/** No more than there are cores: extra hashes would only slow each of them down. */
export const HASHES_AT_ONCE = Math.max(1, Math.min(availableParallelism(), THREADS - PICTURES_AT_ONCE - 1));
