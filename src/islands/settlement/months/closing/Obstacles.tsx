import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Obstacle } from '#contract/settlement/closing-obstacles.ts'
import { MoreRows, useFirstRows } from '#islands/kit/ui/MoreRows.tsx'
import { formatMonth } from '#lib/format/day.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Closing.module.css'
import { $explanations, $hasTried, isExplained, parseReason } from './decision.ts'
import { ReasonField } from './ReasonField.tsx'
import { getClosingPath } from './store.ts'

/** What is in the way of closing: what has to be solved, then what can be explained, each by itself. */
export function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  const blocking = obstacles.filter(({ canBeExplained }) => !canBeExplained)
  const explainable = obstacles.filter(({ canBeExplained }) => canBeExplained)
  if (obstacles.length === 0)
    return (
      <p className="panel" data-tone="good">
        {t('month-closing:obstacles.none')}
      </p>
    )
  return (
    <div className="stack gap-4">
      {blocking.length > 0 && <Blocking obstacles={blocking} />}
      {explainable.length > 0 && <Explainable obstacles={explainable} />}
    </div>
  )
}

const Blocking = ({ obstacles }: { obstacles: readonly Obstacle[] }) => (
  <section className="panel stack gap-2" data-tone="bad">
    <h3 className="text-s bold">{t('month-closing:obstacles.blocking')}</h3>
    <ul className={styles.blocking}>
      {obstacles.map((obstacle) => (
        <li key={obstacle.key}>
          {obstacle.text}{' '}
          {obstacle.code === 'earlier-open' && (
            <a className="inline-link" href={localizePath(getClosingPath(obstacle.month), locale())}>
              {t('month-closing:obstacles.openMonth', { month: formatMonth(obstacle.month, locale()) })}
            </a>
          )}
        </li>
      ))}
    </ul>
  </section>
)

function Explainable({ obstacles }: { obstacles: readonly Obstacle[] }) {
  const explanations = useStore($explanations)
  const left = obstacles.filter((obstacle) => !isExplained(obstacle, explanations)).length
  return (
    <section className="stack gap-1" aria-labelledby="closing-explainable">
      <div className="wrap items-center gap-2">
        <h3 className="text-s" id="closing-explainable">
          {t('month-closing:obstacles.explainable')}
        </h3>
        <span className="chip" data-tone={left > 0 ? 'warn' : 'good'} role="status">
          {left > 0
            ? t('month-closing:obstacles.left', {
                count: left,
                total: formatNumber(obstacles.length, locale()),
              })
            : t('month-closing:obstacles.explained', { count: obstacles.length })}
        </span>
      </div>
      <ul className={styles.obstacles}>
        {obstacles.map((obstacle, at) => (
          <ExplainableItem key={obstacle.key} obstacle={obstacle} hasHint={at === 0} />
        ))}
      </ul>
    </section>
  )
}

function ExplainableItem({ obstacle, hasHint }: { obstacle: Obstacle; hasHint: boolean }) {
  const id = useId()
  const explanations = useStore($explanations)
  const hasTried = useStore($hasTried)
  const { key, code, text } = obstacle
  const value = explanations[key] ?? ''
  const isDone = isExplained(obstacle, explanations)
  return (
    <li data-obstacle={key}>
      <Mark isDone={isDone} />
      <div className="stack gap-2">
        <p className="medium break" id={id}>
          {text}
        </p>
        {code === 'no-files' && <p className="caption">{t('month-closing:obstacles.late')}</p>}
        {(code === 'held' || code === 'unregistered') && <Channels obstacle={obstacle} />}
        <ReasonField
          label={t('month-closing:reason.label')}
          {...(hasHint && { hint: t('month-closing:reason.hint') })}
          subject={id}
          value={value}
          problem={hasTried ? parseReason(value).problem : null}
          onChange={(reason) => $explanations.setKey(key, reason)}
        />
      </div>
    </li>
  )
}

const Mark = ({ isDone }: { isDone: boolean }) => (
  <svg className={`icon ${isDone ? 'good' : 'warn'}`} viewBox="0 0 16 16" aria-hidden="true">
    <path d={isDone ? 'm3.5 8.5 3 3 6-7' : 'M8 2.5 14.5 13.5h-13zM8 6.8v3M8 11.7v.1'} />
  </svg>
)

type UnallocatedObstacle = Extract<Obstacle, { code: 'held' | 'unregistered' }>

const shownChannels = 5

function Channels({ obstacle: { channels, count } }: { obstacle: UnallocatedObstacle }) {
  const list = useFirstRows(channels, shownChannels)
  return (
    <div className="stack gap-2">
      <ul className={styles.amounts} aria-label={t('month-closing:obstacles.channels')}>
        {list.shown.map(({ channelId, name, micros }) => (
          <li key={channelId}>
            <ChannelLink channelId={channelId} name={name} />
            <span>{formatMoney(micros, 'USD', locale())}</span>
          </li>
        ))}
      </ul>
      <MoreRows
        list={list}
        more={t('settlement:more', { count: list.rest })}
        less={t('settlement:less')}
        note={count > channels.length ? t('months:shortened.limit', { count: channels.length }) : null}
      />
    </div>
  )
}

const ChannelLink = ({ channelId, name }: { channelId: string | null; name: string | null }) =>
  channelId === null ? (
    <span>{name ?? t('months:comparison.unnamed')}</span>
  ) : (
    <a
      className="link break"
      href={`https://www.youtube.com/channel/${encodeURIComponent(channelId)}`}
      target="_blank"
      rel="noreferrer"
    >
      {name ?? channelId}
    </a>
  )
