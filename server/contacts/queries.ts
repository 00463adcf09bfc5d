import type { PaymentInfo } from '#contract/payment-info.ts'
import type { Queryable } from '#server/db/database.ts'

/** Who pays the people of a site; null while nobody has said it. */
export async function selectContacts(db: Queryable, siteId: number): Promise<PaymentInfo | null> {
  const [contacts] = await db.query<PaymentInfo>(
    `select company_name,
      company_address,
      business_number,
      company_mail,
      manager_name,
      manager_contact
    from payment_info
    where site_id = $1`,
    [siteId],
  )
  return contacts ?? null
}

export const upsertContacts = (db: Queryable, siteId: number, contacts: PaymentInfo) =>
  db.query(
    `insert into payment_info (site_id, company_name, company_address, business_number, company_mail, manager_name,
      manager_contact)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (site_id) do update
    set company_name = excluded.company_name,
      company_address = excluded.company_address,
      business_number = excluded.business_number,
      company_mail = excluded.company_mail,
      manager_name = excluded.manager_name,
      manager_contact = excluded.manager_contact`,
    [
      siteId,
      contacts.company_name,
      contacts.company_address,
      contacts.business_number,
      contacts.company_mail,
      contacts.manager_name,
      contacts.manager_contact,
    ],
  )
