import { type Clip, type ExportMark, type ExportSheet, oneLine } from './export-sheet.ts';
import { frameAt, isDropFrame } from './timecode.ts';

const LONGEST = 200;

/**
 * A project of Final Cut Pro (FCPXML 1.9, read by DaVinci Resolve too): the recording's files one
 * after another, with markers. Times are whole frames as fractions of a second, so that nothing is
 * rounded at 29.97 or 59.94.
 */
export function fcpxmlOf({ recording, clips, marks, title }: ExportSheet): string {
  const { fpsNum, fpsDen, width, height } = recording;
  const time = (frames: number): string => (frames === 0 ? '0s' : `${frames * fpsDen}/${fpsNum}s`);
  const lengthOf = ({ begins, ends }: Clip): number =>
    Math.max(1, frameAt(ends, recording) - frameAt(begins, recording));
  const tcFormat = isDropFrame(recording) ? 'DF' : 'NDF';
  const assets = clips.map((clip, at) => {
    const name = attribute(clip.name);
    const length = time(lengthOf(clip));
    return `    <asset id="r${at + 2}" name="${name}" start="0s" duration="${length}" hasVideo="1" format="r1" hasAudio="1" videoSources="1" audioSources="1" audioChannels="2" audioRate="48000">
      <media-rep kind="original-media" src="${attribute(fileUrl(clip.path))}"/>
    </asset>`;
  });
  const marker = ({ position, clip, label }: ExportMark): string => {
    const start = Math.min(
      frameAt(position, recording) - frameAt(clip.begins, recording),
      lengthOf(clip) - 1,
    );
    return `              <marker start="${time(Math.max(0, start))}" duration="${time(1)}" value="${attribute(label)}"/>`;
  };
  const spine = clips.map((clip, at) => {
    const inside = marks.filter((mark) => mark.clip === clip).map(marker);
    const offset = time(frameAt(clip.begins, recording));
    const head = `            <asset-clip ref="r${at + 2}" offset="${offset}" name="${attribute(clip.name)}" start="0s" duration="${time(lengthOf(clip))}" format="r1" tcFormat="${tcFormat}"`;
    return inside.length === 0
      ? `${head}/>`
      : `${head}>\n${inside.join('\n')}\n            </asset-clip>`;
  });
  const whole = clips.reduce((sum, clip) => sum + lengthOf(clip), 0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.9">
  <resources>
    <format id="r1" frameDuration="${fpsDen}/${fpsNum}s" width="${width}" height="${height}"/>
${assets.join('\n')}
  </resources>
  <library>
    <event name="${attribute(title)}">
      <project name="${attribute(title)}">
        <sequence format="r1" duration="${time(whole)}" tcStart="0s" tcFormat="${tcFormat}">
          <spine>
${spine.join('\n')}
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text in an attribute: what XML 1.0 forbids even escaped is gone already. */
function attribute(text: string): string {
  const allowed = oneLine(text, LONGEST).replace(/[\ufffe\uffff]/g, '');
  return allowed.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** A path of OBS's computer, Windows or not, as an address. */
export function fileUrl(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/');
  const encoded = parts.map((part, at) =>
    at === 0 && /^[A-Za-z]:$/.test(part) ? part : encodeURIComponent(part.toWellFormed()),
  );
  const address = encoded.join('/');
  return `file://${address.startsWith('/') ? '' : '/'}${address}`;
}
