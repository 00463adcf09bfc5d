import { isStaff } from '#contract/platform/roles.ts'
import { lockSite, requireAccount, requireNetwork, requireNoBalance } from '#server/people/lookups.ts'
import { createOperatorOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { Refusal } from '#server/platform/refusal.ts'

export const commands = [
  cli.defineChange('account move', {
    summary: 'move a member to another network of the site, from a day on',
    help: `Channels of the member stay with the previous network, without the member from that day on. Figures, statements and
money of past days stay where they were. The fee ends that day, and the default of the other network begins. The day is one of an
open month (Pacific time). All earlier days with channels must be closed, because each person’s month is owed by one network, and
the balance must be paid. Somebody who runs a network is moved by "account roles".`,
    examples: [
      'account move kim@studio.example --network other@studio.example --from 2026-04-01 --site studio.example',
    ],
    parameters: {
      email: cli.argument('<email>', 'email of the member', cli.parseEmail),
      network: cli.required(
        '--network <email>',
        'contact of the other network, or email of somebody who runs it',
        cli.parseEmail,
      ),
      from: cli.required('--from <day>', 'first day in the other network', cli.parseDay),
      site: cli.siteOf('the member'),
    },
    async change(tx, { email, network, from: day, site: { domain } }) {
      const { lockOpenDays } = await import('#server/reports/figures/open-days.ts')
      const { lockAssigned } = await import('#server/channels/membership/ending.ts')
      const { hasOpenDays, moveMember } = await import('#server/channels/membership/moving.ts')
      const firstOpenDay = await lockOpenDays(tx)
      const site = await lockSite(tx, domain)
      const registrations = await lockAssigned(tx, (await requireAccount(tx, site, email)).id)
      const { id, networkId, roles, isIndependent } = await requireAccount(tx, site, email, 'lock')
      if (isIndependent) throw new cli.OperatorError(`${email} is in no network. See: account roles --help`)
      if (isStaff({ roles }))
        throw new cli.OperatorError(`${email} runs a network. See: account roles --help`)
      const { id: to } = await requireNetwork(tx, site, network)
      if (to === networkId) throw new cli.OperatorError(`${email} is in that network already.`)
      await requireNoBalance(tx, id, email)
      if (await hasOpenDays(tx, id, { day, firstOpenDay }))
        throw new cli.OperatorError(
          `${email} has channels on days before ${day} that are not closed: close these months first, or choose ${firstOpenDay ?? 'the first day of the channels'}.`,
        )
      const action = 'account move'
      const actor = { kind: 'operator', siteId: site.id, networkId } as const
      const now = new Date()
      const moving = { id, from: networkId, to, day, action, actor, firstOpenDay, now }
      const { feeRate } = await moveMember(tx, registrations, moving).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        throw new cli.OperatorError(
          error.code === 'month_closed'
            ? `${day} is in a closed month: the first open day is ${firstOpenDay}.`
            : error.fields?.until === 'day_assigned'
              ? `${email} had channels until after ${day}: choose the day on which the last assignment ended, or a later one.`
              : `${day} is in the future.`,
        )
      })
      await recordSecurityEvent(
        tx,
        createOperatorOrigin(site),
        { kind: 'role-changed', accountId: id, detail: { roles: 'member' } },
        now,
      )
      return {
        print: [
          `${email} is a member of the other network from ${day} on.`,
          registrations.length > 0 &&
            `${formatCount(registrations.length, 'channel')} stayed with the previous network.`,
        ],
        site,
        networkId: to,
        subject: { kind: 'account', id },
        context: { from: day },
        before: { network: networkId, fee_rate: feeRate, registrations },
        after: { network: to, registrations: [] },
      }
    },
  }),
]
