import { hash, verify } from '@node-rs/argon2'

/** OWASP's second recommendation for argon2id (19 MiB, 2 passes); @node-rs/argon2 hashes on a thread of its own. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** How a hash of today begins: method, version and cost are written before salt and hash. */
const beginning = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/** Whether a hash was made with another cost than today's. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(beginning)

/** Compared with when there is no such account, so that the answer takes as long as for a wrong password. */
let decoy: Promise<string> | undefined

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Whether the password is the one behind the hash; without a hash it takes as long and is false. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('nobody has this one')
  const same = await verify(passwordHash ?? (await decoy), password)
  return same && passwordHash !== null
}
