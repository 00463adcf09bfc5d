import { useStore } from '@nanostores/react'
import { can, type Permission, type StaffRole, staffRoles } from '#contract/platform/roles.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './RoleTable.module.css'
import { staff } from './store.ts'

/** What a role is asked for, by the permission that decides. */
const tasks = {
  figures: 'figures.read',
  channels: 'channels.assign',
  members: 'members.change',
  fees: 'fees.change',
  moneyRead: 'money.read',
  money: 'money.change',
  staff: 'staff.change',
} as const satisfies Record<string, Permission>

const taskNames = Object.keys(tasks) as (keyof typeof tasks)[]

const mayDo = (role: StaffRole, task: keyof typeof tasks) =>
  can({ roles: [role], isIndependent: false }, tasks[task])

/** A picture of the role table; the reader's own roles are emphasized. */
export function RoleTable() {
  const { result } = useStore(staff.$state)
  const own = result?.data.staff.find((person) => person.own)?.roles ?? []
  return (
    <div className={styles.section}>
      <h2 className="text-m bold">{t('staff:table.title')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on phones. */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('staff:table.title')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('staff:table.task')}</th>
              {staffRoles.map((role) => (
                <th key={role} scope="col" data-own={own.includes(role) || undefined}>
                  {t(`roles:names.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {taskNames.map((task) => (
              <tr key={task}>
                <th scope="row">{t(`staff:table.${task}`)}</th>
                {staffRoles.map((role) => (
                  <td
                    key={role}
                    data-own={own.includes(role) || undefined}
                    data-yes={mayDo(role, task) || undefined}
                  >
                    <span aria-hidden="true">{mayDo(role, task) ? '✓' : '·'}</span>
                    <span className="visually-hidden">
                      {t(`staff:table.${mayDo(role, task) ? 'yes' : 'no'}`)}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
