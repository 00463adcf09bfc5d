import type { Lines } from '#server/platform/command-line/command.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import type { AdoptedBrand, ListAdoption } from './adopt-list.ts'

const shownIds = 20

interface KeptDay {
  id: number
  earnsFrom: string | null
  wanted: string | undefined
}

/** Adopting again moves no earning day: this tells what does. */
export function describeEarningDays(channels: readonly KeptDay[]): string[] {
  return [...Map.groupBy(channels, ({ wanted }) => wanted)].flatMap(([wanted, own]) => {
    if (wanted === undefined) return []
    const days = [...new Set(own.map(({ earnsFrom }) => earnsFrom ?? 'none'))].sort()
    const ids = own.map(({ id }) => id)
    const command =
      ids.length <= shownIds
        ? `channel earns-from ${ids.join(' ')} ${wanted}`
        : `channel earns-from --file <channels.csv> ${wanted}`
    const keep = own.length === 1 ? 'keeps its' : 'keep their'
    const range = days.length === 1 ? days[0] : `${days[0]} … ${days.at(-1)}`
    return [
      `${formatCount(own.length, 'channel')} already exist${own.length === 1 ? 's' : ''} and ${keep} earning day ${range}, not ${wanted}; to change: ${command}`,
    ]
  })
}

export const describeList = (
  { brands, firstOpenDay }: ListAdoption,
  { isCheck }: { isCheck: boolean },
): Lines => [
  brands.map((brand) => describeBrand(brand, isCheck)),
  firstOpenDay !== null &&
    `Days before ${firstOpenDay} are closed: fees, members and shares of the list begin on that day instead.`,
]

function describeBrand(brand: AdoptedBrand, isCheck: boolean): Lines {
  const { site, name, isSiteNew, isNetworkNew, link, registered, existing, fees } = brand
  const sameDays = existing.filter(({ wanted }) => wanted === undefined).length
  const { createdMembers, existingMembers, invited, sameFees, changedLines, sameLines } = brand
  return [
    `${site.domain}, ${name}: ${isSiteNew ? 'site and network created' : isNetworkNew ? 'network created; the site stays as it is' : 'site and network stay as they are'}`,
    link !== null && !isCheck && `  link ${link} (shown only once; works once, for seven days)`,
    `  channels: ${registered.length} registered${sameDays > 0 ? `; ${sameDays} already exist, and stay as they are` : ''}`,
    describeEarningDays(existing).map((line) => `  ${line}`),
    createdMembers.length + existingMembers.length > 0 &&
      `  members: ${createdMembers.length} created${createdMembers.length > 0 ? `, ${invited} invited by mail` : ''}; ${existingMembers.length} already there, and stay as they are`,
    fees.length + sameFees > 0 && `  fees: ${fees.length} changed; ${sameFees} as they were`,
    isCheck && fees.map(({ email, permille, fromDay }) => `    ${email}  ${permille / 10} % from ${fromDay}`),
    changedLines + sameLines > 0 &&
      `  assignments and shares: ${formatCount(changedLines, 'line')} changed something; ${sameLines} as they were`,
  ]
}
