import { createHash } from 'node:crypto'
import type { Database } from './db/connect.ts'
import type { Body } from './replies.ts'
import { type Account, asksRenewal, findSession, findSite, type Session, type Site } from './session.ts'
import { Shelf } from './shelf.ts'

const bodyBytes = 64 * 1024 * 1024
const mostSessions = 20_000
const mostSites = 2_000
const peopleMs = 60_000

/**
 * What need not be asked of the database again: sites, sessions, and the bodies of replies. It is dropped when the
 * database tells of a change, and nothing is kept while it cannot tell. Safe to lose at any time.
 */
export interface Kept {
  site(domain: string, now: Date): Promise<Site | null>
  session(site: Site, token: string, now: Date): Promise<Account | null>
  /** The body of a question; `make` is only asked for one that is not there. */
  body(question: string, make: () => Promise<Body>): Promise<Body>
}

interface Noted<Value> {
  value: Value
  at: number
}

export function keep(db: Database): Kept {
  const sites = new Shelf<Noted<Site>>(mostSites)
  const sessions = new Shelf<Noted<Session>>(mostSessions)
  const bodies = new Shelf<Body>(bodyBytes)
  const all = [sites, sessions, bodies]
  /** What is wrong after a change, where that is not all. Of channels, whatever changes a body is told as figures. */
  const wrong: Record<string, { clear(): void }[]> = {
    figures: [bodies],
    sessions: [sessions],
    channels: [],
    jobs: [],
  }
  db.listen({
    connected() {
      for (const shelf of all) shelf.open()
    },
    lost() {
      for (const shelf of all) shelf.close()
    },
    changed(kind) {
      const [what = ''] = kind.split(' ')
      for (const shelf of wrong[what] ?? all) shelf.clear()
    },
  })

  return {
    async site(domain, now) {
      await db.caughtUp()
      const noted = sites.get(domain)
      if (noted && isFresh(noted, now)) return noted.value
      const put = sites.place(domain)
      const site = await findSite(db, domain)
      if (site) put({ value: site, at: now.getTime() }, 1)
      return site
    },
    async session(site, token, now) {
      await db.caughtUp()
      const key = sessionKey(site, token)
      const noted = sessions.get(key)
      if (noted && isFresh(noted, now) && isLasting(noted.value, now)) return noted.value.account
      const put = sessions.place(key)
      const session = await findSession(db, site, token, now)
      if (session) put({ value: session, at: now.getTime() }, 1)
      return session?.account ?? null
    },
    async body(question, make) {
      await db.caughtUp()
      const held = bodies.get(question)
      if (held) return held
      const put = bodies.place(question)
      const body = await make()
      put(body, body.weight + 2 * question.length)
      return body
    },
  }
}

/** A clock that was set back makes nothing fresh again. */
const isFresh = ({ at }: Noted<unknown>, now: Date) => Math.abs(now.getTime() - at) < peopleMs

/** Of a session that has run out, or is to be made longer, the database is asked. */
const isLasting = (session: Session, now: Date) =>
  session.expiresAt > now.getTime() && !asksRenewal(session.expiresAt, now)

/** No token stands in memory as it is. */
const sessionKey = (site: Site, token: string) =>
  `${site.id} ${createHash('sha256').update(token).digest('base64')}`
