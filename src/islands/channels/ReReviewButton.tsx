import { useId } from 'react'
import type { Channel } from '#contract/channels.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import styles from './Card.module.css'
import { formatMoment, useNowUntil } from './moment.ts'
import { reReviewBlock } from './next-step.ts'
import { Of } from './Of.tsx'
import { openDialog } from './opened.ts'

/** Asks for another review of a held channel; says why that is not possible yet, and stays in reach of the keyboard. */
export function ReReviewButton({ channel, kind }: { channel: Channel; kind: 'primary' | 'quiet' }) {
  const id = useId()
  const now = useNowUntil(channel.reReviewFrom)
  const block = reReviewBlock(channel, now)
  const when = channel.reReviewFrom === null ? '' : formatMoment(channel.reReviewFrom, locale())
  const why = block && t(`channels:reReview.${block}`, { when })
  return (
    <>
      <Button
        kind={block ? 'quiet' : kind}
        aria-disabled={block !== null || undefined}
        aria-describedby={why ? id : undefined}
        title={why ?? undefined}
        onClick={() => {
          if (!block) openDialog('review', channel.id)
        }}
      >
        {t('channels:step.re-review')} <Of channel={channel} />
      </Button>
      {why && (
        <p id={id} className={styles.why}>
          {why}
        </p>
      )}
    </>
  )
}
