/** Declares the part that the tests use; the package has no types. */
declare module 'fontkit' {
  interface Font {
    readonly familyName: string
    readonly fullName: string
    readonly postscriptName: string
    readonly copyright: string
    readonly availableFeatures: readonly string[]
    readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>
    hasGlyphForCodePoint(codePoint: number): boolean
  }

  export function openSync(path: string): Font
}
