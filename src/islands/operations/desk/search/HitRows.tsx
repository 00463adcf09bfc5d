import type { ReactNode } from 'react'
import type {
  ChannelHit,
  NetworkHit,
  PersonHit,
  StatementHit,
  TrackHit,
} from '#contract/operations/desk/search.ts'
import { ChannelPicture } from '#islands/kit/ui/pictures/ChannelPicture.tsx'
import { formatMonth } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { listFacts, listNames } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Search.module.css'

interface RowProps {
  /** Without the language. */
  path: string
  picture: ReactNode
  name: string
  detail: string
  facts: ReactNode
}

const Row = ({ path, picture, name, detail, facts }: RowProps) => (
  <li data-row>
    <a className={styles.row} href={localizePath(path, locale())}>
      {picture}
      <span className={styles.text}>
        <b className="break">{name}</b>
        <small className="break">{detail}</small>
      </span>
      <span className={styles.facts}>{facts}</span>
    </a>
  </li>
)

/** The first letter of a name. */
export const Initial = ({ name }: { name: string }) => (
  <span className={styles.initial} aria-hidden="true">
    {[...name][0]}
  </span>
)

const stateTones = {
  approved: 'good',
  pending: 'warn',
  held: 'warn',
  rejected: 'bad',
  unverified: undefined,
} as const

export function ChannelRow({ hit }: { hit: ChannelHit }) {
  const { id, channelId, name, handle, thumbnail, state, endedAt, reason, site, network } = hit
  return (
    <Row
      path={`/desk/channel?id=${id}`}
      picture={<ChannelPicture channelId={channelId} address={thumbnail} />}
      name={name}
      detail={handle === null ? channelId : listFacts([handle, channelId])}
      facts={
        <>
          {endedAt === null ? (
            <span className="chip" data-tone={stateTones[state]}>
              {t(`channel-states:${state}`)}
            </span>
          ) : (
            <span className="chip">{t(`desk-search:ended.${reason ?? 'removed'}`)}</span>
          )}
          <small>{listFacts([network ?? t('lists:deletedAccount'), site])}</small>
        </>
      }
    />
  )
}

/** Roles in the network. */
export const describeRoles = ({ network, roles }: Pick<PersonHit, 'network' | 'roles'>): string =>
  network === null
    ? t('desk-search:independent')
    : listNames(roles.map((role) => (role === 'member' ? t('lists:member') : t(`roles:names.${role}`))))

export function PersonRow({ hit }: { hit: PersonHit }) {
  const { id, nickname, email, site, network, state } = hit
  return (
    <Row
      path={`/desk/person?id=${id}`}
      picture={<Initial name={nickname} />}
      name={nickname}
      detail={email}
      facts={
        <>
          <span className="chip" data-tone={state === 'active' ? undefined : 'warn'}>
            {state === 'active' ? describeRoles(hit) : t(`desk-search:states.${state}`)}
          </span>
          <small>{network === null ? site : listFacts([network, site])}</small>
        </>
      }
    />
  )
}

export const NetworkRow = ({ hit: { id, name, email, site, people, channels } }: { hit: NetworkHit }) => (
  <Row
    path={`/desk/search?network=${id}`}
    picture={<Initial name={name} />}
    name={name}
    detail={email}
    facts={
      <>
        <span>
          {listFacts([
            t('desk-search:networkPeople', { count: people }),
            t('common:channelCount', { count: channels }),
          ])}
        </span>
        <small>{site}</small>
      </>
    }
  />
)

export const StatementRow = ({ hit }: { hit: StatementHit }) => (
  <Row
    path={hit.isNetwork ? `/desk/search?network=${hit.accountId}` : `/desk/person?id=${hit.accountId}`}
    picture={<Initial name={hit.name ?? hit.number} />}
    name={hit.number}
    detail={listFacts([formatMonth(hit.month, locale()), hit.name ?? t('lists:deletedAccount'), hit.site])}
    facts={
      <>
        <span className="medium">{formatMoney(hit.payable, hit.currency, locale())}</span>
        <small>{t(`settlement:states.${hit.state}`)}</small>
      </>
    }
  />
)

export const TrackRow = ({ hit: { isrc, name, artist, isWithdrawn } }: { hit: TrackHit }) => (
  <Row
    path={`/musics/all?q=${isrc}`}
    picture={<Initial name={name} />}
    name={name}
    detail={artist}
    facts={
      <>
        {isWithdrawn && (
          <span className="chip" data-tone="warn">
            {t('desk-search:withdrawn')}
          </span>
        )}
        <small>{isrc}</small>
      </>
    }
  />
)
