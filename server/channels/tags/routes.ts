import * as contract from '#contract/channels/channel-tags.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { route } from '#server/platform/http/route.ts'
import { tagChannels } from './tagging.ts'
import { createTag, deleteTag, renameTag, selectTags } from './tags.ts'

export function tagRoutes(app: App, services: Services): void {
  const { db } = services

  route(app, services, contract.listTags, async ({ account }) => ({ tags: await selectTags(db, account) }))

  route(app, services, contract.createTag, async ({ account, body }) => ({
    tag: await createTag(db, account, body.name),
  }))

  route(app, services, contract.renameTag, async ({ account, body }) => ({
    tag: await renameTag(db, account, body),
  }))

  route(app, services, contract.deleteTag, async ({ account, body }) => {
    await deleteTag(db, account, body.id)
    return {}
  })

  route(app, services, contract.tagChannels, async ({ account, body }) => ({
    changed: await tagChannels(db, account, body),
  }))
}
