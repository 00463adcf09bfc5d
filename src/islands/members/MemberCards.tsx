import type { Member } from '#contract/members.ts'
import { FactList } from '#islands/tables/FactList.tsx'
import table from '#islands/tables/Table.module.css'
import { t } from '#lib/i18n/strings.ts'
import { ActionMenu } from './ActionMenu.tsx'
import styles from './Members.module.css'
import { MemberCell, MemberName, memberColumns } from './member-columns.tsx'

export function MemberCards({ members }: { members: readonly Member[] }) {
  return (
    <ul className={`grid ${table.cards} ${styles.cards}`}>
      {members.map((member) => (
        <li key={member.id} data-member={member.id}>
          <div className="flex items-start justify-between gap-2">
            <h3>
              <MemberName member={member} />
            </h3>
            <ActionMenu member={member} />
          </div>
          <FactList columns={memberColumns} label={(column) => t(`members:column.${column}`)}>
            {(column) => <MemberCell column={column} member={member} />}
          </FactList>
        </li>
      ))}
    </ul>
  )
}
