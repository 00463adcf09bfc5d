import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { getDemoChannelId } from './facts.ts'
import { seededLetters } from './seeded-random.ts'

interface ReviewedChannel {
  domain: string
  name: string
  category: string
  email: string
  approval: 0 | 1 | 3
  isVerified: boolean
  reason?: string
  daysAgo: number
}

const hanip = { domain: 'localhost', email: 'hanip@hookline.example' }

export const reviewedChannels: readonly ReviewedChannel[] = [
  { ...hanip, name: '한입도시락', category: 'howto', approval: 0, isVerified: false, daysAgo: 1 },
  { ...hanip, name: '한입베이킹', category: 'howto', approval: 0, isVerified: true, daysAgo: 1 },
  {
    ...hanip,
    name: '한입캠핑',
    category: 'travel',
    approval: 1,
    isVerified: true,
    reason: '최근 영상 두 편에서 음악이 두 곡씩 확인되었습니다. 한 영상에는 한 곡만 사용해 주세요.',
    daysAgo: 5,
  },
  {
    ...hanip,
    name: '한입시장',
    category: 'people',
    approval: 1,
    isVerified: true,
    reason: '올라온 영상이 아직 없어 확인할 수 없습니다. 영상을 올린 뒤 다시 검토를 요청해 주세요.',
    daysAgo: 1,
  },
  {
    ...hanip,
    name: '맛집모음집',
    category: 'entertainment',
    approval: 3,
    isVerified: true,
    reason: '다른 채널의 영상을 그대로 올린 채널은 승인할 수 없습니다.',
    daysAgo: 12,
  },
]

const reviewReasons = [
  { name: '만화리뷰방', reason: '만화 원본 장면의 사용 허락을 확인하고 있습니다.' },
  { name: '뉴스요약소', reason: '방송 화면을 그대로 사용한 영상이 많아 승인할 수 없습니다.' },
]

export async function insertReviewedChannels(tx: Queryable, now: Date): Promise<void> {
  for (const state of reviewedChannels) await insertReviewedChannel(tx, state, now)
  for (const { name, reason } of reviewReasons) {
    await tx.execute(
      sql`insert into channel_reviews (registration_id, reviewed_at, approval_status, reason)
      select registration_id, coalesce(held_at, registered_at), approval_status, ${reason}
      from channels
      where channel_id = ${getDemoChannelId('localhost', name)}
        and removed_at is null
        and approval_status in (1, 3)`,
    )
  }
}

const InsertedChannel = z.object({ id: Id, accountId: Id })

async function insertReviewedChannel(tx: Queryable, channel: ReviewedChannel, now: Date): Promise<void> {
  const daysBefore = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000)
  const { domain, name, approval, isVerified, daysAgo } = channel
  const channelId = getDemoChannelId(domain, name)
  const code = seededLetters(8, domain, name, 'code').toUpperCase()
  const registeredAt = daysBefore(daysAgo + 3)
  const [inserted] = await tx.query(
    InsertedChannel,
    sql`with account as (
      select a.id, a.network_id
      from accounts a
      join sites s on s.id = a.site_id
      where s.domain = ${domain}
        and a.email = ${channel.email}
        and a.kind = 'person'
        and a.removed_at is null
    )
    insert into channels (channel_id, network_id, name, category, approval_status, verification_status,
      verification_code, verified_at, registered_at, held_at)
    select ${channelId}, network_id, ${name}, ${channel.category}, ${approval}::smallint,
      ${isVerified ? 'verified' : 'pending'}, ${code}, ${isVerified ? daysBefore(daysAgo + 2) : null}::timestamptz,
      ${registeredAt}::timestamptz, ${approval === 1 ? daysBefore(daysAgo) : null}::timestamptz
    from account
    where not exists (select from channels c where c.channel_id = ${channelId} and c.removed_at is null)
    returning registration_id as id,
      (select id from account) as "accountId"`,
  )
  if (!inserted) return
  await tx.execute(
    sql`insert into assignments (registration_id, account_id, assigned_at, from_day)
    values (${inserted.id}, ${inserted.accountId}, ${registeredAt}, ${getPacificDay(registeredAt)})`,
  )
  if (channel.reason === undefined) return
  await tx.execute(
    sql`insert into channel_reviews (registration_id, reviewed_at, approval_status, reason)
    values (${inserted.id}, ${daysBefore(daysAgo)}, ${approval}, ${channel.reason})`,
  )
}
