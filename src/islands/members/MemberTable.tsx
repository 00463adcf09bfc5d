import type { Member } from '#contract/members.ts'
import { t } from '#lib/strings.ts'
import { ActionMenu } from './ActionMenu.tsx'
import styles from './Members.module.css'
import { Fact, facts, Who } from './member-facts.tsx'

export function MemberTable({ members }: { members: readonly Member[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('members:list.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('members:fact.member')}</th>
          {facts.map((fact) => (
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
              <Who member={member} />
            </th>
            {facts.map((fact) => (
              <td key={fact} data-fact={fact}>
                <Fact fact={fact} member={member} />
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
