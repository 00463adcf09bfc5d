import { hash, verify } from '@node-rs/argon2'

/** OWASP's second recommendation for argon2id (19 MiB, 2 passes); @node-rs/argon2 hashes on a thread of its own. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Compared with when there is no such account, so that the answer takes as long as for a wrong password. */
let decoy: Promise<string> | undefined

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Whether the password is the one behind the hash; without a hash it takes as long and is false. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('nobody has this one')
  const same = await verify(passwordHash ?? (await decoy), password)
  return same && passwordHash !== null
}
