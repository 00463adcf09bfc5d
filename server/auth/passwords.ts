import { hash, verify } from '@node-rs/argon2'

/** OWASP's second recommendation for argon2id (19 MiB, 2 passes); @node-rs/argon2 hashes on a thread of its own. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How a hash of today begins: method, version and cost are written before salt and hash. */
const currentHashPrefix = `$argon2id$v=19$m=${argon2Options.memoryCost},t=${argon2Options.timeCost},p=${argon2Options.parallelism}$`

/** Whether a hash was made with another cost than today's. */
export const needsRehash = (passwordHash: string): boolean => !passwordHash.startsWith(currentHashPrefix)

/** Compared with when there is no such account, so that the answer takes as long as for a wrong password. */
let dummyHash: Promise<string> | undefined

export const hashPassword = (password: string): Promise<string> => hash(password, argon2Options)

/** Whether the password is the one behind the hash; without a hash it takes as long and is false. */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this one')
  const matches = await verify(passwordHash ?? (await dummyHash), password)
  return matches && passwordHash !== null
}
