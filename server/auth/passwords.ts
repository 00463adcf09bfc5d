import { hash, verify } from '@node-rs/argon2'

/** OWASP's second recommendation for argon2id (19 MiB, 2 passes); @node-rs/argon2 hashes off the main thread. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Algorithm, version and cost precede salt and hash. */
const currentHashPrefix = `$argon2id$v=19$m=${argon2Options.memoryCost},t=${argon2Options.timeCost},p=${argon2Options.parallelism}$`

/** Whether a hash was made with other parameters than the current ones. */
export const needsRehash = (passwordHash: string): boolean => !passwordHash.startsWith(currentHashPrefix)

/** Constant time: an unknown account takes as long as a wrong password, against user enumeration. */
let dummyHash: Promise<string> | undefined

export const hashPassword = (password: string): Promise<string> => hash(password, argon2Options)

/** Without a hash it takes as long and returns false. */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this one')
  const matches = await verify(passwordHash ?? (await dummyHash), password)
  return matches && passwordHash !== null
}
