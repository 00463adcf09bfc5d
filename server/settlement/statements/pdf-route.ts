import { exportStatementPdf } from '#contract/settlement/statement-detail.ts'
import { precedenceOfPerson } from '#server/platform/http/admission/precedence.ts'
import { downloadRoute } from '#server/platform/http/download-route.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { createPdfQueue } from '#server/settlement/documents/pdf-queue.ts'
import { getStatementFileName } from '#server/settlement/documents/statement-document.ts'
import { loadStatementDocument } from '#server/settlement/documents/statement-input.ts'
import { getMoneyViewpoint } from '#server/settlement/ledger/viewpoint.ts'
import { readStatementDetail } from './statement-detail.ts'

export function pdfRoute(app: App, services: Services): void {
  const queue = createPdfQueue()

  downloadRoute(app, services, exportStatementPdf, async ({ account, query: { id }, site, locale }) => {
    const statement = await readStatementDetail(services.db, getMoneyViewpoint(account), id)
    const document = await loadStatementDocument(services, { statement, site, locale })
    return {
      fileName: getStatementFileName(document),
      type: 'application/pdf',
      bytes: await queue.render(precedenceOfPerson(account), document),
    }
  })
}
