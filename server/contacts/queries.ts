import type { Contacts } from '#contract/contacts.ts'
import type { Queries } from '#server/db/connect.ts'

/** Who pays the people of a site; null while nobody has said it. */
export async function selectContacts(db: Queries, siteId: number): Promise<Contacts | null> {
  const [contacts] = await db.query<Contacts>(
    `select company_name,
      company_address,
      business_number,
      company_mail,
      manager_name,
      manager_contact
    from contacts
    where site_id = $1`,
    [siteId],
  )
  return contacts ?? null
}
