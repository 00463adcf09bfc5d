import { PaymentInfo } from '#contract/settlement/payment-info.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export async function selectPaymentInfo(db: Queryable, siteId: number): Promise<PaymentInfo | null> {
  const [paymentInfo] = await db.query(
    PaymentInfo,
    sql`select company_name,
      company_address,
      business_number,
      company_mail,
      manager_name,
      manager_contact
    from payment_info
    where site_id = ${siteId}`,
  )
  return paymentInfo ?? null
}

export const upsertPaymentInfo = (db: Queryable, siteId: number, info: PaymentInfo): Promise<number> =>
  db.execute(
    sql`insert into payment_info (site_id, company_name, company_address, business_number, company_mail, manager_name,
      manager_contact)
    values (${siteId}, ${info.company_name}, ${info.company_address}, ${info.business_number}, ${info.company_mail},
      ${info.manager_name}, ${info.manager_contact})
    on conflict (site_id) do update
    set company_name = excluded.company_name,
      company_address = excluded.company_address,
      business_number = excluded.business_number,
      company_mail = excluded.company_mail,
      manager_name = excluded.manager_name,
      manager_contact = excluded.manager_contact`,
  )
