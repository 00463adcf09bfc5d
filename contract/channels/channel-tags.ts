import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { isVisibleText } from '#contract/platform/hidden-characters.ts'
import { ChannelId, Tag } from '#contract/reports/reports.ts'
import { maxBulkChannels } from './channels.ts'

/** Of an account. */
export const maxTags = 50
export const maxTagsOfChannel = 10
/** Characters. */
export const maxTagName = 40

/** Normalized, so that names that look the same are the same. */
export const TagName = z.pipe(
  z.string().check(z.maxLength(8 * maxTagName, errorCode('tag_name_length')), z.normalize('NFC'), z.trim()),
  z.string().check(
    z.minLength(1, errorCode('tag_name_required')),
    z.refine((name) => [...name].length <= maxTagName, errorCode('tag_name_length')),
    z.refine(isVisibleText, errorCode('tag_name_characters')),
  ),
)

/** Names that differ only in case are the same. */
export const getTagKey = (name: string): string => name.toLowerCase()

export const CountedTag = z.extend(Tag, {
  /** Of those that the caller sees. */
  channels: z.int(),
})
export type CountedTag = z.infer<typeof CountedTag>

export const listTags = defineEndpoint({
  name: 'listTags',
  summary: 'The caller’s own tags by name, with the number of channels that carry each.',
  method: 'GET',
  path: 'v2/mcn/tags',
  access: 'account',
  output: z.object({ tags: z.array(CountedTag) }),
})

export const createTag = defineEndpoint({
  name: 'createTag',
  summary: 'Makes a tag, which only the caller sees.',
  method: 'POST',
  path: 'v2/mcn/tags/add',
  access: 'channels.change',
  body: z.object({ name: TagName }),
  output: z.object({ tag: Tag }),
  refusals: ['taken', 'tags_full'],
})

export const renameTag = defineEndpoint({
  name: 'renameTag',
  summary: 'Renames a tag; its channels stay.',
  method: 'POST',
  path: 'v2/mcn/tags/rename',
  access: 'channels.change',
  body: z.object({ id: z.int(), name: TagName }),
  output: z.object({ tag: Tag }),
  refusals: ['taken', 'not_found'],
})

export const deleteTag = defineEndpoint({
  name: 'deleteTag',
  summary: 'Deletes a tag and takes it from its channels, which stay.',
  method: 'POST',
  path: 'v2/mcn/tags/delete',
  access: 'channels.change',
  body: z.object({ id: z.int() }),
  refusals: ['not_found'],
})

const TagIds = z.array(z.int()).check(z.maxLength(maxTags))

/** All or nothing. `fields` of a refusal name what is missing: `channels.<id>` and `tags.<id>`. */
export const tagChannels = defineEndpoint({
  name: 'tagChannels',
  summary: 'Adds tags to up to 1,000 channels and takes others from them, all or none.',
  method: 'POST',
  path: 'v2/mcn/tags/channels',
  access: 'channels.change',
  body: z.object({
    channels: z
      .array(ChannelId)
      .check(
        z.minLength(1, errorCode('channels_required')),
        z.maxLength(maxBulkChannels, errorCode('channels_required')),
      ),
    add: TagIds,
    remove: TagIds,
  }),
  /** Number of channels whose tags have changed. */
  output: z.object({ changed: z.int() }),
  refusals: ['not_found', 'channel_tags_full'],
})
