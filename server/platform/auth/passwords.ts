import { hash, verify } from '@node-rs/argon2'

interface HashCost {
  /** KiB */
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** OWASP's second recommendation for argon2id (19 MiB, 2 passes). */
const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Constant work: without a stored hash, verifies against a dummy hash and returns false. */
  verify(password: string, passwordHash: string | null): Promise<boolean>
  needsRehash(passwordHash: string): boolean
}

/** Only tests pass a cheaper cost. */
export function createPasswordHasher(cost: HashCost = owaspCost): PasswordHasher {
  const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  let dummyHash: Promise<string> | undefined
  return {
    hash: (password) => hash(password, cost),
    async verify(password, passwordHash) {
      dummyHash ??= hash('nobody has this one', cost)
      const matches = await verify(passwordHash ?? (await dummyHash), password)
      return matches && passwordHash !== null
    },
    needsRehash: (passwordHash) => !passwordHash.startsWith(prefix),
  }
}

const defaultHasher = createPasswordHasher()

export const hashPassword = defaultHasher.hash
export const verifyPassword = defaultHasher.verify
