import * as contract from '#contract/settlement/filing/tax-files.ts'
import * as invoices from '#contract/settlement/filing/tax-invoices.ts'
import { changeWithConfirmation } from '#server/people/second-factor/changes.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { recordInvoice, requestInvoices, selectInvoicedStatements } from './invoices.ts'
import { createTaxFile } from './tax-file.ts'

export function taxRoutes(app: App, services: Services): void {
  taxFileRoutes(app, services)
  invoiceRoutes(app, services)
}

function invoiceRoutes(app: App, services: Services): void {
  const { db, now } = services

  route(app, services, invoices.readTaxInvoices, async ({ account: { networkId }, query }) => ({
    statements: await selectInvoicedStatements(db, { networkId, month: `${query.month}-01` }),
  }))

  route(app, services, invoices.requestTaxInvoices, async ({ account: { networkId }, actor, body }) => {
    const change = { networkId, actor, action: 'requestTaxInvoices', now: now() }
    return { requested: await db.transaction((tx) => requestInvoices(tx, body.statements, change)) }
  })

  route(app, services, invoices.recordTaxInvoice, async ({ account: { networkId }, actor, body }) => {
    const change = { networkId, actor, action: 'recordTaxInvoice', now: now() }
    return { statement: await db.transaction((tx) => recordInvoice(tx, body, change)) }
  })
}

function taxFileRoutes(app: App, services: Services): void {
  const { now } = services

  route(app, services, contract.createTaxFile, async (call) => {
    const { account, actor, body } = call
    const { period, ...confirmation } = body
    return changeWithConfirmation(services, call, confirmation, async (tx) => {
      const { file, ...rest } = await createTaxFile(
        tx,
        services,
        { payer: { networkId: account.networkId }, period },
        { actor, action: 'createTaxFile' },
      )
      const detail = { endpoint: 'createTaxFile' }
      await recordSecurityEvent(tx, call, { kind: 'export', accountId: account.id, detail }, now())
      if (!file) return { ...rest, file }
      const { bytes, ...named } = file
      return { ...rest, file: { ...named, base64: Buffer.from(bytes).toString('base64') } }
    })
  })
}
