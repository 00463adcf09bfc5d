import type { Member } from '#contract/members.ts'
import table from '#islands/tables/Table.module.css'
import { t } from '#lib/i18n/strings.ts'
import { ActionMenu } from './ActionMenu.tsx'
import styles from './Members.module.css'
import { MemberCell, MemberName, memberColumns } from './member-columns.tsx'

export function MemberTable({ members }: { members: readonly Member[] }) {
  return (
    <table className={`${table.table} ${styles.list}`}>
      <caption className="visually-hidden">{t('members:list.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('members:column.member')}</th>
          {memberColumns.map((column) => (
            <th key={column} scope="col">
              {t(`members:column.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{t('members:column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id} data-member={member.id}>
            <th scope="row">
              <MemberName member={member} />
            </th>
            {memberColumns.map((column) => (
              <td key={column} data-column={column}>
                <MemberCell column={column} member={member} />
              </td>
            ))}
            <td>
              <ActionMenu member={member} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
