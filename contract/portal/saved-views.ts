import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { isVisibleText } from '#contract/platform/hidden-characters.ts'
import { Id } from '#contract/platform/params.ts'

/** The limit applies to an account. */
export const maxSavedViews = 50
export const maxViewNameLength = 60
export const maxViewQueryLength = 1_000

/** Unique within an account, whatever its case. */
export const ViewName = z.string().check(
  z.normalize('NFC'),
  z.trim(),
  z.refine((text) => text !== '' && [...text].length <= maxViewNameLength, errorCode('view_name_length')),
  z.refine(isVisibleText, errorCode('invalid')),
)

/** A page of `viewPages` without a language, and the query of its address without the question mark. */
export const ViewAddress = {
  path: z.string().check(z.maxLength(100)),
  query: z.string().check(z.maxLength(maxViewQueryLength)),
}

export const SavedView = z.object({
  id: z.int(),
  name: z.string(),
  ...ViewAddress,
  createdAt: z.iso.datetime(),
  /** The nickname of the parameter `member`; null without one, or if the caller cannot see that member. */
  memberName: z.nullable(z.string()),
  /** The name of the page's channel, or of the parameter `channel`; null without one, or if the caller cannot see it. */
  channelName: z.nullable(z.string()),
  /** The name of the parameter `tag`; null without one, or if the caller has no such tag. */
  tagName: z.nullable(z.string()),
})
export type SavedView = z.infer<typeof SavedView>

export const listSavedViews = defineEndpoint({
  name: 'listSavedViews',
  summary: 'The views that the person has saved, in their order.',
  method: 'GET',
  path: 'v2/mcn/views',
  access: 'account',
  output: z.object({ views: z.array(SavedView) }),
})

/** Relative periods stay relative: the query is stored as it is. */
export const saveView = defineEndpoint({
  name: 'saveView',
  summary: 'Saves the state of a page under a name, after all other views.',
  method: 'POST',
  path: 'v2/mcn/views/save',
  access: 'account',
  body: z.object({ name: ViewName, ...ViewAddress }),
  output: z.object({ id: z.int() }),
  refusals: ['taken', 'views_full'],
})

export const renameView = defineEndpoint({
  name: 'renameView',
  summary: 'Renames a view of the person.',
  method: 'POST',
  path: 'v2/mcn/views/rename',
  access: 'account',
  body: z.object({ id: Id, name: ViewName }),
  refusals: ['not_found', 'taken'],
})

export const replaceView = defineEndpoint({
  name: 'replaceView',
  summary: 'Replaces the page and state of a view of the person; its name stays.',
  method: 'POST',
  path: 'v2/mcn/views/replace',
  access: 'account',
  body: z.object({ id: Id, ...ViewAddress }),
  refusals: ['not_found'],
})

/** Idempotent: a view that is gone already is no error. */
export const deleteView = defineEndpoint({
  name: 'deleteView',
  summary: 'Deletes a view of the person.',
  method: 'POST',
  path: 'v2/mcn/views/delete',
  access: 'account',
  body: z.object({ id: Id }),
})

export const reorderViews = defineEndpoint({
  name: 'reorderViews',
  summary: 'Sets the order of all views of the person.',
  method: 'POST',
  path: 'v2/mcn/views/order',
  access: 'account',
  body: z.object({ ids: z.array(Id).check(z.maxLength(maxSavedViews)) }),
  refusals: ['outdated'],
})
