import { useStore } from '@nanostores/react'
import type { StaffPerson } from '#contract/people/membership/staff.ts'
import { ActionMenu } from '#islands/kit/ui/ActionMenu.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Permitted } from '#islands/kit/ui/Permitted.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { $user, may } from '#lib/api/session.ts'
import { formatFullMoment } from '#lib/format/moment.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'
import { RoleTable } from './RoleTable.tsx'
import styles from './Staff.module.css'
import { inviteAgain, staff } from './store.ts'

export function StaffView() {
  const readsStaff = useStore(may('staff.read'))
  const isUserKnown = useStore($user) !== null
  return (
    <div className={styles.page}>
      <ScreenHeader title={t('shell:views.manage-staff')} lead={t('staff:lead')}>
        <Permitted permission="staff.change">
          <Button kind="primary" onClick={() => openDialog('inviteStaff')}>
            <span aria-hidden="true">+</span> {t('staff:invite.open')}
          </Button>
        </Permitted>
      </ScreenHeader>
      {isUserKnown && !readsStaff ? <NotForMembers /> : <Staff />}
    </div>
  )
}

function Staff() {
  const { result, error } = useStore(staff.$state)
  if (error && !result)
    return (
      <section className="card center">
        <LoadFailure title={t('staff:failed')} error={error} onRetry={staff.reload} />
      </section>
    )
  if (!result) return <StaffSkeleton />
  const { network, staff: people } = result.data
  return (
    <>
      <section className={styles.network}>
        <div className="min-0">
          <h2 className="text-l bold break">{network.name}</h2>
          <p className="note break">{network.contact}</p>
        </div>
        <Permitted permission="network.change">
          <button type="button" className="button small" onClick={() => openDialog('network')}>
            {t('staff:network.edit')}
          </button>
        </Permitted>
      </section>
      <ul className={styles.list} aria-label={t('staff:list')}>
        {people.map((person) => (
          <Person key={person.id} person={person} />
        ))}
      </ul>
      {people.length === 1 && (
        <Permitted permission="staff.change">
          <div className="panel">
            <p className="bold">{t('staff:first.title')}</p>
            <p>{t('staff:first.text')}</p>
          </div>
        </Permitted>
      )}
      <RoleTable />
    </>
  )
}

function Person({ person }: { person: StaffPerson }) {
  const { id, nickname, email, roles, isMember, state, lastSignInAt, hasSecondFactor, own } = person
  return (
    <li data-person={id}>
      <div className="min-0">
        <p className={styles.name}>
          <b className="medium break">{nickname}</b>
          {own && <span className="chip">{t('staff:you')}</span>}
          {state !== 'active' && (
            <span className="chip" data-tone="warn" data-state={state}>
              {t(`lists:memberStates.${state}`)}
            </span>
          )}
          {hasSecondFactor === false && state === 'active' && (
            <span className="chip" data-tone="warn">
              {t('staff:noSecondFactor')}
            </span>
          )}
        </p>
        <p className="note break">{email}</p>
        <p className={styles.roles}>
          {roles.map((role) => (
            <span key={role} className="chip" data-role={role}>
              {t(`roles:names.${role}`)}
            </span>
          ))}
          {isMember && <span className="chip">{t('lists:member')}</span>}
        </p>
        <p className="caption">
          {lastSignInAt ? (
            <time dateTime={lastSignInAt}>
              {t('staff:lastSignIn', { time: formatFullMoment(lastSignInAt, locale()) })}
            </time>
          ) : (
            t('lists:neverSignedIn')
          )}
        </p>
      </div>
      <Permitted permission="staff.change">
        <PersonMenu person={person} />
      </Permitted>
    </li>
  )
}

function PersonMenu({ person }: { person: StaffPerson }) {
  const { id, nickname, state, roles, own } = person
  const isInvited = state === 'invited'
  const ownRoles = staff.$state.get().result?.data.staff.find((one) => one.own)?.roles ?? []
  const isLastOwner = roles.includes('owner') && !isInvited && countOwners() === 1
  const actions = [
    ...(isInvited
      ? [{ key: 'again', text: t('lists:inviteAgain'), onSelect: () => void inviteAgain(person) }]
      : []),
    { key: 'roles', text: t('staff:menu.roles'), onSelect: () => openDialog('staffRoles', id) },
    ...(!own && state === 'active' && ownRoles.includes('owner')
      ? [{ key: 'handOver', text: t('staff:menu.handOver'), onSelect: () => openDialog('handOver', id) }]
      : []),
    ...(isLastOwner
      ? []
      : [
          {
            key: 'remove',
            text: t(isInvited ? 'staff:menu.cancel' : 'staff:menu.remove'),
            isDangerous: true,
            onSelect: () => openDialog('removeStaff', id),
          },
        ]),
  ]
  return <ActionMenu label={t('lists:actionsOf', { name: nickname })} actions={actions} />
}

/** Who has not accepted the invitation owns nothing yet. */
const countOwners = () =>
  staff.$state
    .get()
    .result?.data.staff.filter(({ roles, state }) => roles.includes('owner') && state !== 'invited').length ??
  0

const NotForMembers = () => (
  <section className="card center">
    <Message failed title={t('lists:managersOnly')} text={t('staff:lead')}>
      <a className="button" data-kind="primary" href={localizePath('/dashboard', locale())}>
        {t('common:goToDashboard')}
      </a>
    </Message>
  </section>
)

const skeletonWidths = ['42%', '56%', '36%']

const StaffSkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      {t('common:loading')}
    </p>
    <div className={styles.network} aria-hidden="true">
      <div className="grow">
        <Skeleton width="30%" height="26px" />
        <Skeleton width="40%" />
      </div>
    </div>
    <ul className={styles.list} aria-hidden="true">
      {skeletonWidths.map((width) => (
        <li key={width}>
          <div className="min-0 grow">
            <Skeleton width={width} height="24px" />
            <Skeleton width="60%" />
            <Skeleton width="30%" />
          </div>
        </li>
      ))}
    </ul>
  </div>
)
