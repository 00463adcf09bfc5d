import { createPasswordHasher } from '#server/platform/auth/passwords.ts'

/** 0.1 ms for a hash instead of 35. */
export const cheapHasher = createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 })
