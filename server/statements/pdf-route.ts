import { exportStatementPdf } from '#contract/statements.ts'
import { createPdfQueue } from '#server/documents/pdf-queue.ts'
import { getStatementFileName } from '#server/documents/statement.ts'
import { loadStatementDocument } from '#server/documents/statement-input.ts'
import { downloadRoute } from '#server/http/download-route.ts'
import type { App, Services } from '#server/http/services.ts'
import { readStatementDetail } from './detail.ts'

export function pdfRoute(app: App, services: Services): void {
  const queue = createPdfQueue()

  downloadRoute(app, services, exportStatementPdf, async ({ account, query: { id }, site, locale }) => {
    const statement = await readStatementDetail(services.db, account, id)
    const document = await loadStatementDocument(services, { statement, site, locale })
    return {
      fileName: getStatementFileName(document),
      type: 'application/pdf',
      bytes: await queue.render(document),
    }
  })
}
