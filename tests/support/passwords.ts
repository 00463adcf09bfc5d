import { createPasswordHasher } from '#server/platform/auth/passwords.ts'

/** A hash takes 0.1 ms instead of 35. */
export const cheapHasher = createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 })
