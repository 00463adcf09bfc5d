import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import {
  createEncryption,
  formatKeyId,
  isEncryptedWith,
  readSecretKey,
} from '#server/platform/auth/encryption.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatCount } from './format.ts'
import { selectStoredSecrets } from './stored-secrets.ts'

export const reencryptCommand = (schedule: Schedule) =>
  createCommand('reencrypt', {
    summary: 'encrypt the secrets in the database again, under a new SECRET_KEY',
    help: `SECRET_KEY is the new key, SECRET_KEY_OLD the one of before; servers that have both read secrets of either. All
secrets change in one transaction. Running it again changes nothing. See docs/operating.md, “The secret key”.`,
    examples: ['reencrypt'],
    exitStatus:
      '0 all secrets are encrypted with the new key, 1 some are encrypted with neither key, 2 it could not run',
  }).action(() =>
    schedule(async ({ db, config, print }) => {
      const newKey = await readSecretKey(config)
      const oldKey = config.oldSecretKey
      if (!newKey) throw new OperatorError('There is no new key yet. Set SECRET_KEY.')
      if (!oldKey)
        throw new OperatorError('Set SECRET_KEY_OLD to the key that the secrets are encrypted with.')
      if (formatKeyId(newKey) === formatKeyId(oldKey))
        throw new OperatorError(
          'SECRET_KEY and SECRET_KEY_OLD are the same key. Set SECRET_KEY to a new one.',
        )
      const { changed, current, unknown } = await reencrypt(db, newKey, oldKey)
      print(`${formatCount(changed, 'secret')} encrypted again, ${current} encrypted with the new key before`)
      if (unknown === 0) return 0
      print(`${formatCount(unknown, 'secret')} encrypted with neither key: left as they are`)
      return 1
    }),
  )

const reencrypt = (
  db: Database,
  newKey: Uint8Array,
  oldKey: Uint8Array,
): Promise<{ changed: number; current: number; unknown: number }> =>
  db.transaction(async (tx) => {
    const encryption = createEncryption(async () => newKey, oldKey)
    const counts = { changed: 0, current: 0, unknown: 0 }
    for (const { ciphertext, context, replace } of await selectStoredSecrets(tx)) {
      if (isEncryptedWith(newKey, ciphertext)) {
        counts.current += 1
        continue
      }
      const plain = await encryption.decrypt(ciphertext, context)
      if (!plain) {
        counts.unknown += 1
        continue
      }
      await replace(tx, await encryption.encrypt(plain, context))
      counts.changed += 1
    }
    if (counts.changed > 0)
      await recordAuditEntry(
        tx,
        { kind: 'operator' },
        {
          action: 'reencrypt',
          context: { secrets: counts.changed },
          before: { key: formatKeyId(oldKey) },
          after: { key: formatKeyId(newKey) },
        },
      )
    return counts
  })
