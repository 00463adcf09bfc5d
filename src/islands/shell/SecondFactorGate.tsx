import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Challenge } from '#contract/people/challenge.ts'
import { type SecondFactors, startStepUp } from '#contract/people/second-factor.ts'
import styles from '#islands/kit/ui/FactCard.module.css'
import { LoadFailure } from '#islands/kit/ui/feedback/LoadFailure.tsx'
import { $factorDialog } from '#islands/people/account/second-factor/dialog.ts'
import { SecondFactorCard } from '#islands/people/account/second-factor/SecondFactorCard.tsx'
import { factors } from '#islands/people/account/state/store.ts'
import { SecondStep } from '#islands/people/auth/SecondStep.tsx'
import { ApiError, call } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { loadProfile } from '#lib/page/profile.ts'
import { setPageTitle } from '#lib/site/page-title.ts'
import { $site } from '#lib/site/site.ts'

const hasFactor = ({ totpSince, passkeys }: SecondFactors) => totpSince !== null || passkeys.length > 0

/** Replaces the screen until the person adds or proves a second factor in this session. */
export function SecondFactorGate() {
  const { result } = useStore(factors.$state)
  const isDialogOpen = useStore($factorDialog) !== null
  const site = useStore($site)
  const data = result?.data
  const isFresh = useFreshFactors()
  const isDone = isFresh && data?.isVerified === true && hasFactor(data) && !isDialogOpen
  useEffect(() => {
    if (isDone) void loadProfile()
  }, [isDone])
  const needsProof = data !== undefined && hasFactor(data) && !(isFresh && data.isVerified)
  const name = needsProof ? 'verify' : 'enroll'
  const title = t(needsProof ? 'second-factor:gate.verifyTitle' : 'second-factor:gate.title')
  useEffect(() => setPageTitle(title, site), [title, site])
  return (
    <div className={styles.view} data-gate={name}>
      <h1 tabIndex={-1}>{title}</h1>
      <p className={styles.lead}>
        {t(needsProof ? 'second-factor:gate.verifyLead' : 'second-factor:gate.lead')}
      </p>
      {needsProof ? <StepUp /> : <SecondFactorCard />}
    </div>
  )
}

/** Reloads the factors: the account page may have loaded them while the last proof was still recent enough. */
function useFreshFactors(): boolean {
  const [isFresh, setIsFresh] = useState(() => factors.$state.get().result === null)
  useEffect(() => {
    if (factors.$state.get().result === null) return
    const unlisten = factors.$state.listen(({ isLoading }) => {
      if (!isLoading) setIsFresh(true)
    })
    factors.reload()
    return unlisten
  }, [])
  return isFresh
}

function StepUp() {
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const start = async () => {
    setFailure(null)
    try {
      setChallenge((await call(startStepUp)).challenge)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => void start(), [])
  if (failure !== null)
    return <LoadFailure title={t('common:failed')} error={{ message: failure }} onRetry={start} />
  return (
    <div className={styles.card}>
      {challenge && <SecondStep key={challenge.token} challenge={challenge} onRestart={start} />}
    </div>
  )
}
