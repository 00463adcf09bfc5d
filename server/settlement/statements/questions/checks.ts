import { type Checks, ok, warning } from '#server/platform/command-line/finding.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { selectOperatorQuestions } from './queries.ts'

const dayMs = 24 * 60 * 60 * 1000
const patientDays = 3

export const checks: Checks = {
  async questions({ db }, now) {
    const subject = 'questions'
    const open = await selectOperatorQuestions(db, { isOpen: true })
    const old = open.filter(({ changedAt }) => now.getTime() - Date.parse(changedAt) >= patientDays * dayMs)
    if (old.length === 0)
      return ok(
        subject,
        open.length === 0 ? 'none wait for you' : `${formatCount(open.length, 'question')} to answer`,
      )
    return warning(
      subject,
      `${formatCount(old.length, 'question')} about figures waiting for ${patientDays} days or more`,
      'See: question list --open',
    )
  },
}
