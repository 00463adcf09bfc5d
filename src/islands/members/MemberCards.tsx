import type { Member } from '#contract/members.ts'
import { t } from '#lib/i18n/strings.ts'
import { ActionMenu } from './ActionMenu.tsx'
import styles from './Members.module.css'
import { MemberCell, MemberName, memberColumns } from './member-columns.tsx'

/** The same facts as in the table, for narrow screens. */
export function MemberCards({ members }: { members: readonly Member[] }) {
  return (
    <ul className={styles.cards}>
      {members.map((member) => (
        <li key={member.id} data-member={member.id}>
          <div className={styles.cardHead}>
            <h3>
              <MemberName member={member} />
            </h3>
            <ActionMenu member={member} />
          </div>
          <dl>
            {memberColumns.map((fact) => (
              <div key={fact} data-fact={fact}>
                <dt>{t(`members:fact.${fact}`)}</dt>
                <dd>
                  <MemberCell fact={fact} member={member} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
