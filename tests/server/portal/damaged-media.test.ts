// @module-tag extended
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { detectAudioSuffix } from '#server/platform/media/audio.ts'
import { siteImageCreators } from '#server/platform/media/site-images.ts'
import { createCovers, createLogo } from '#server/platform/media/track-images.ts'
import { UnusableFileError } from '#server/platform/media/unusable-file.ts'
import { createAacFrames, createMp3Frames, createMp4File, createOggFile } from '#tests/support/audio-files.ts'
import { mutate, mutations } from '#tests/support/mutations.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80"><style>path{fill:#5b5bd6}</style><path d="M0 0h240v80z"/></svg>`
let images: Buffer[]

beforeAll(async () => {
  const image = sharp({ create: { width: 240, height: 160, channels: 4, background: '#5b5bd6' } })
  images = [
    ...(await Promise.all(
      (['png', 'jpeg', 'webp', 'avif', 'gif'] as const).map((format) =>
        image.clone().toFormat(format).toBuffer(),
      ),
    )),
    Buffer.from(svg),
  ]
})

/** @returns whether the file was used; anything but a refusal in words fails the test */
async function isUsed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof UnusableFileError)) throw error
    expect(error.message).toMatch(/^.{10,}/)
    return false
  }
}

test('a damaged picture is drawn or refused in words', async () => {
  const creators = [createCovers, createLogo, ...Object.values(siteImageCreators)]
  await fc.assert(
    fc.asyncProperty(fc.nat(5), fc.constantFrom(...creators), mutations, async (kind, create, changes) => {
      await isUsed(() => create(mutate(images[kind] ?? Buffer.alloc(0), changes)))
    }),
    { numRuns: propertyRuns(150) },
  )
})

test('a damaged sound is recognized or refused in words', async () => {
  const sounds = [createMp3Frames(4), createAacFrames(4), createMp4File('soun'), createOggFile()]
  for (const sound of sounds) expect(await isUsed(() => detectAudioSuffix(sound))).toBe(true)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sounds), mutations, async (sound, changes) => {
      await isUsed(() => detectAudioSuffix(mutate(sound, changes)))
    }),
    { numRuns: propertyRuns(2_000) },
  )
})
