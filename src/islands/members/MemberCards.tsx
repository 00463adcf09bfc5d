import type { Member } from '#contract/members.ts'
import { t } from '#lib/strings.ts'
import { ActionMenu } from './ActionMenu.tsx'
import styles from './Members.module.css'
import { Fact, facts, Who } from './member-facts.tsx'

/** The same facts as in the table, for narrow screens. */
export function MemberCards({ members }: { members: readonly Member[] }) {
  return (
    <ul className={styles.cards}>
      {members.map((member) => (
        <li key={member.id} data-member={member.id}>
          <div className={styles.cardHead}>
            <h3>
              <Who member={member} />
            </h3>
            <ActionMenu member={member} />
          </div>
          <dl>
            {facts.map((fact) => (
              <div key={fact} data-fact={fact}>
                <dt>{t(`members:fact.${fact}`)}</dt>
                <dd>
                  <Fact fact={fact} member={member} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
