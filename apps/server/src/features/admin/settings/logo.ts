import sanitize from 'sanitize-html'

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan']
const frames = ['svg', 'g', 'defs', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop', 'title']

const attributes = [
  'id xmlns viewBox width height preserveAspectRatio role aria-hidden transform opacity',
  'd x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy points pathLength',
  'fill fill-opacity fill-rule clip-rule clip-path mask stroke stroke-width stroke-opacity',
  'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset',
  'offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits',
  'font-family font-size font-weight letter-spacing text-anchor',
].flatMap((names) => names.split(' '))

/** A value may point to another part of the same picture, and nowhere else. */
const isHarmless = (value: string): boolean => !/url\s*\((?!\s*['"]?#)|[\\<>]|&|:\/\/|script/i.test(value)

const NAMESPACE = 'http://www.w3.org/2000/svg'

/**
 * The drawing of an SVG without anything that could run, load or restyle: only shapes and paint from a list. Undefined
 * when nothing of a picture is left.
 */
export const sanitizeLogo = (svg: string): string | undefined => {
  const clean = sanitize(svg.replace(/<\?xml[^>]*\?>|<!DOCTYPE[^>]*>/gi, ''), {
    allowedTags: [...frames, ...shapes],
    allowedAttributes: { '*': attributes },
    transformTags: {
      '*': (tagName, given) => ({
        tagName,
        attribs: Object.fromEntries(
          Object.entries(given).filter(([name, value]) => (name === 'xmlns' ? value === NAMESPACE : isHarmless(value))),
        ),
      }),
    },
    // Names in SVG keep their capitals.
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  }).trim()
  return /^<svg[\s>]/.test(clean) && /<\/svg>$|^<svg[^>]*\/>$/.test(clean) ? clean : undefined
}
