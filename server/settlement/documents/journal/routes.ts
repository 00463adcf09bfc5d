import { getSiteCurrency } from '#contract/platform/currency.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { exportJournal, maxJournalDays } from '#contract/settlement/movements.ts'
import { exportRoute } from '#server/platform/http/export-route.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { buildTable, yieldOnce } from '#server/platform/http/response/csv-columns.ts'
import { getFileName } from '#server/platform/messages.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getJournalColumns } from './columns.ts'
import { selectJournal } from './journal.ts'

export function journalRoutes(app: App, services: Services): void {
  exportRoute(app, services, exportJournal, async ({ account, query: { from, to }, site, locale }) => {
    if (to < from || to > addDays(from, maxJournalDays))
      throw new Refusal('invalid', { fields: { to: 'journal_range' } })
    const rows = await selectJournal(services.db, { from, to, networkId: account.networkId })
    return buildTable(
      {
        name: [getFileName('journal', locale), site.domain, from, to],
        currency: getSiteCurrency(site.isPlaylist),
        locale,
      },
      getJournalColumns(locale),
      yieldOnce(rows),
    )
  })
}
