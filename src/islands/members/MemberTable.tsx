import type { Member } from '#contract/members.ts'
import { t } from '#lib/i18n/strings.ts'
import { ActionMenu } from './ActionMenu.tsx'
import styles from './Members.module.css'
import { MemberCell, MemberName, memberColumns } from './member-columns.tsx'

export function MemberTable({ members }: { members: readonly Member[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('members:list.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('members:fact.member')}</th>
          {memberColumns.map((fact) => (
            <th key={fact} scope="col">
              {t(`members:fact.${fact}`)}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{t('members:fact.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id} data-member={member.id}>
            <th scope="row">
              <MemberName member={member} />
            </th>
            {memberColumns.map((fact) => (
              <td key={fact} data-fact={fact}>
                <MemberCell fact={fact} member={member} />
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
