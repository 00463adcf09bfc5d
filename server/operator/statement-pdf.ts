import { resolve } from 'node:path'
import { Option } from '@commander-js/extra-typings'
import * as z from 'zod/mini'
import { getSiteLocale, locales } from '#contract/platform/locale.ts'
import { createEncryption, loadSecretKey } from '#server/platform/auth/encryption.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createLog } from '#server/platform/log.ts'
import { renderStatement } from '#server/settlement/documents/statement-document.ts'
import { loadStatementDocument } from '#server/settlement/documents/statement-input.ts'
import { readStatementDetail } from '#server/settlement/statements/statement-detail.ts'
import { createCommand, type Schedule } from './command.ts'
import { writeNewFile } from './csv-file.ts'
import { requireSite } from './lookups.ts'
import { parseStatementNumber, requireStatement } from './statement-format.ts'

export const statementPdfCommand = (schedule: Schedule) =>
  createCommand('pdf', {
    summary: 'write a statement as a PDF document, as its account can download it',
    help: 'An existing file is not overwritten.',
    examples: ['statement pdf 202603-000012 --output statement.pdf --locale en'],
  })
    .argument('<number>', 'number of the statement', parseStatementNumber)
    .requiredOption('--output <file>', 'the file to write')
    .addOption(new Option('--locale <locale>', 'its language; default: that of the site').choices(locales))
    .action((number, { output, locale }) =>
      schedule(async ({ db, config, cwd, print }) => {
        const row = await requireStatement(db, number)
        const site = await requireSite(db, row.site)
        const statement = await readStatementDetail(db, await selectViewer(db, row.accountId), row.id)
        const services = {
          db,
          encryption: createEncryption(() => loadSecretKey(config), config.oldSecretKey),
          log: createLog('error'),
          mediaDir: config.mediaDir,
        }
        const pdf = await renderStatement(
          await loadStatementDocument(services, {
            statement,
            site,
            locale: locale ?? getSiteLocale(site.isPlaylist),
          }),
        )
        print(`${number.text}: ${await writeNewFile(resolve(cwd, output), pdf)}`)
      }),
    )

const Viewer = z.object({ id: Id, networkId: Id, isManager: z.boolean() })

/** The account itself: the document is the one it gets. */
const selectViewer = (db: Queryable, accountId: number) =>
  queryOne(
    db,
    Viewer,
    sql`select id,
      network_id as "networkId",
      is_manager as "isManager"
    from accounts
    where id = ${accountId}`,
  )
