import { type Checks, ok, warning } from '#server/platform/command-line/finding.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { type Arrival, selectArrivals } from './arrivals.ts'
import { nameSources } from './reading/sources.ts'

export const checks: Checks = {
  async 'final files'({ db }, now) {
    const subject = 'final files'
    const open = (await selectArrivals(db, now)).filter(({ state }) => state !== 'complete')
    const late = open.filter(({ state }) => state === 'late')
    if (late.length > 0)
      return late.map((arrival) =>
        warning(`${subject} of ${arrival.owner}`, describeLate(arrival), adviseOn(arrival)),
      )
    const [next] = open
    if (!next) return ok(subject, 'none are missing')
    return ok(subject, `${formatMonth(next.month)} of ${next.owner} is due on ${next.dueOn}`)
  },
}

const describeLate = ({ month, dueOn, loads, missing }: Arrival): string => {
  const name = formatMonth(month)
  if (loads.length === 0) return `none of ${name}, which were due on ${dueOn}`
  return `${formatCount(loads.length, 'file')} of ${name}, which was due on ${dueOn}; missing: ${nameSources(missing)}`
}

const adviseOn = ({ isFetched, month, owner }: Arrival): string =>
  isFetched
    ? `See why in: youtube status --help, and month reconcile --month ${formatMonth(month)} --owner ${owner}`
    : `Download what is missing from YouTube Studio: month import --help`
