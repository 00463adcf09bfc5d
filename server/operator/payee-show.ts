import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { createEncryption, loadSecretKey } from '#server/platform/auth/encryption.ts'
import { createLog } from '#server/platform/log.ts'
import { loadPayees } from '#server/settlement/payees/queries.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatResult } from './format.ts'
import { createOperatorActor } from './lookups.ts'
import { parseId } from './parsers.ts'
import { getPayeeName, type PayeeRow, requirePayee } from './payees.ts'

export const payeeShowCommand = (schedule: Schedule) =>
  createCommand('show', {
    summary: 'print the payment details of an account with the whole account number',
    help: 'The audit log records that they were shown.',
    examples: ['payee show 12', 'payee show 12 --json'],
  })
    .argument('<id>', 'id of the account, see: payee list', parseId)
    .option('--json', 'print JSON')
    .action((id, { json }) =>
      schedule(async ({ db, config, print }) => {
        const row = await requirePayee(db, id)
        const encryption = createEncryption(() => loadSecretKey(config), config.oldSecretKey)
        const payees = await loadPayees(db, { encryption, log: createLog('silent') }, [id])
        const payee = payees.get(id)
        if (!payee)
          throw new OperatorError(
            `The payment details of ${getPayeeName(row)} cannot be read: they were encrypted with another SECRET_KEY. See: doctor`,
          )
        await recordAuditEntry(
          db,
          { ...createOperatorActor({ id: row.siteId }), networkId: row.networkId },
          {
            action: 'payee show',
            subject: { kind: 'account', id },
            context: { version: payee.version },
            before: null,
            after: { shown: true },
          },
        )
        const { maskedAccount: _, ...shown } = payee
        print(formatResult(json, { id, ...shown }, () => formatPayee(row, shown)))
      }),
    )

type Details = Record<'name' | 'bank' | 'account', string> &
  Record<'swift' | 'country' | 'reason', string | null>

function formatPayee(row: PayeeRow, details: Details): string[] {
  const { name, bank, account, swift, country, reason } = details
  return [
    `${getPayeeName(row)} of ${row.site}  ${row.kind}  ${row.state}  version ${row.version}`,
    `name     ${name}`,
    `bank     ${bank}`,
    `account  ${account}`,
    ...(swift === null ? [] : [`SWIFT    ${swift}`]),
    ...(country === null ? [] : [`country  ${country}`]),
    ...(reason === null ? [] : [`rejected ${reason}`]),
  ]
}
