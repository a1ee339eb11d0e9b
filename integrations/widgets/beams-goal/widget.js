// A goal of beams in this broadcast, by the names of StreamElements.
let target = 1;

const show = (data) => {
  const beams = data['tip-session'].amount;
  const share = Math.min(1, beams / target);
  document.getElementById('done').style.transform = `scaleX(${share})`;
  document.getElementById('words').textContent =
    `${beams.toLocaleString()} / ${target.toLocaleString()}`;
};

window.addEventListener('onWidgetLoad', ({ detail }) => {
  target = Number(detail.fieldData.target) || 1;
  show(detail.session.data);
});
window.addEventListener('onSessionUpdate', ({ detail }) => show(detail.session));
